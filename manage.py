#!/usr/bin/env python3
"""Django's command line for Whybench; `./start` makes the environment it runs in."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    if sys.argv[1:2] == ["start"]:
        # It generates what the settings need, so it runs before they are read.
        from annotation_app.core.supervisor.command import main

        sys.exit(main(sys.argv[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_app.settings")
    execute_from_command_line(sys.argv)
