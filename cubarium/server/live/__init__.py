"""Tables that people sit at: sessions in memory, subscribers, bots, timers."""
