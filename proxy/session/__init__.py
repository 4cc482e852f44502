"""The core without IO: events in, commands out."""
