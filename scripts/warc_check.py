#!/usr/bin/env python3
"""Reads a WARC of `afb-build cache export --warc` with warcio and holds it against an exported manifest.

usage: warc_check.py FILE.warc.gz MANIFEST.tsv      (needs `pip install warcio`)

Checks every block and payload digest, that each record is a gzip member of its own, and that each document's
payload has the SHA-256 that the manifest names. Exit status 1 when anything differs.
"""
import csv
import hashlib
import sys
from warcio.archiveiterator import ArchiveIterator


def main():
    warc, manifest = sys.argv[1:3]
    with open(manifest, encoding="utf-8", newline="") as lines:
        want = {row["url"]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}
    seen, wrong, offsets = 0, [], []
    with open(warc, "rb") as stream:
        records = ArchiveIterator(stream, check_digests=True)
        for record in records:
            url = record.rec_headers.get_header("WARC-Target-URI")
            payload = record.content_stream().read()
            # Only now: asking for the offset reads the record to its end.
            offsets.append(records.get_record_offset())
            if record.rec_type != "response":
                continue
            seen += 1
            row = want.pop(url, None)
            if row is None:
                wrong.append(f"{url}: not in the manifest")
            elif record.http_headers.get_statuscode() != row["status"]:
                wrong.append(f"{url}: status {record.http_headers.get_statuscode()}, manifest {row['status']}")
            elif row["sha256"] and hashlib.sha256(payload).hexdigest() != row["sha256"]:
                wrong.append(f"{url}: payload differs")
            if record.digest_checker and record.digest_checker.passed is False:
                wrong.append(f"{url}: {record.digest_checker.problems}")
    wrong += [f"{url}: not in the WARC" for url in want]
    for line in wrong[:20]:
        print(line)
    print(f"records {seen}, members at {len(set(offsets))} offsets, wrong {len(wrong)}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
