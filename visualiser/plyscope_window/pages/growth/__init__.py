"""What searches, and calls of user code, cost at growing sizes.

growth_form     which searches are measured, and how deep
growth_page     the page of searches: the form, the plots as they grow, and the table under them
growth_plots    searches at growing depths: frames and time on a log scale, with the fitted growth
growth_work     the measuring itself, in a process without Qt
measuring_page  what both pages share: a form with buttons to begin and stop, beside growing plots
size_form       which file and call, from which n to which, and within which limits
size_page       the page of calls: the form, the plots as they grow, and the table under them
size_plots      calls and time for each n on a log scale, plain and with a cache
"""
