"""Growth in the window: one position searched deeper and deeper, in a process of its own.

wanted     what is to be measured, as one process tells the other
child      the process that measures
measuring  the window's end of it
form       which searches, and how deep
page       the plots as they grow, and the table
"""
