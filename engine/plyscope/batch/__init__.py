"""Many positions searched by several searches at several depths: what pruning saves, by game, search and depth.

batch      what a batch is: its positions, searches and depths, and the tasks that follow from them
cluster    the tasks done by the processes of a dask.distributed scheduler
measuring  one task: a position searched deeper and deeper by one search, a row of results for each depth
plot       the summary as a drawing: frames by depth, and the share of the frames of plain minimax
results    the rows in a file, as CSV or Parquet; and unfinished ones, a line for each task done
summary    the rows by game, search and depth
"""
