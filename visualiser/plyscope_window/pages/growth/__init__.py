"""What searches, and calls of user code, cost at growing sizes.

growth_page     the page of searches: the form, the plots as they grow, and the table under them
growth_work     the measuring itself, in a process without Qt
measuring_page  what both pages share: a form with buttons to start and stop, beside growing plots
size_page       the page of calls: the form, the plots as they grow, and the table under them
"""
