"""Reads the feed at an address with two parsers, and prints what they found as JSON."""

import json
import sys
import urllib.request

import feedparser
import podcastparser

address = sys.argv[1]
parsed = feedparser.parse(address)
with urllib.request.urlopen(address) as stream:
    podcast = podcastparser.parse(address, stream)

json.dump(
    {
        "feedparser": {
            "isBroken": bool(parsed.bozo),
            "title": parsed.feed.title,
            "items": [
                {
                    "title": entry.title,
                    "guid": entry.id,
                    "url": entry.enclosures[0].href,
                    "length": int(entry.enclosures[0].length),
                    "type": entry.enclosures[0].type,
                }
                for entry in parsed.entries
            ],
        },
        "podcastparser": {
            "title": podcast["title"],
            "items": [
                {
                    "title": episode["title"],
                    "guid": episode["guid"],
                    "url": episode["enclosures"][0]["url"],
                    "length": episode["enclosures"][0]["file_size"],
                    "type": episode["enclosures"][0]["mime_type"],
                    "seconds": episode["total_time"],
                }
                for episode in podcast["episodes"]
            ],
        },
    },
    sys.stdout,
)
