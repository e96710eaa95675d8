"""ROOM

growth_form     which searches are to be measured, and how deep
growth_page     growth in a tab: the form, the plots as they grow, and the table under them
growth_plots    several searches at growing depths: frames and time on a log scale, with the growth that fits
growth_work     measuring, as work of a process that loads nothing of Qt
measuring_page  measuring in a tab: a form with the buttons that begin and end it, beside plots that grow as
size_form       which file and which call, from which n to which, and within which limits; what will run is
size_page       calls against n in a tab: the form, the plots as they grow, and the table under them
size_plots      what was measured for each n: calls and time on a log scale, plain and with a cache, and the
"""
