# receiver.py
import hashlib, hmac, json, os, re, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET") or exit("WEBHOOK_SECRET is not set")


def judge(headers, body, secret, now=None):
    """The status to answer with. `body` is the bytes that came, `now` Unix seconds."""
    timestamp = (headers.get("svc-timestamp") or "").strip()
    listed = [entry.strip() for entry in (headers.get("svc-signatures") or "").split(",")]
    offered = [entry[3:] for entry in listed if entry.startswith("v1=")]
    offered.append((headers.get("svc-signature") or "").strip())
    digests = [text.lower() for text in offered if re.fullmatch("[0-9a-fA-F]{64}", text)]
    signed = timestamp.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    fits = any(hmac.compare_digest(digest, expected) for digest in digests)
    if not fits or not re.fullmatch("[0-9]{1,15}", timestamp):
        return 401
    now = int(time.time()) if now is None else now
    return 400 if abs(now - int(timestamp)) > 300 else 200


inbox = {}  # Yours: a table whose primary key is the event's id.


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        if not 0 <= length <= 1_000_000:
            return self.send_error(413)
        body = self.rfile.read(length)
        status = judge(self.headers, body, SECRET)
        if status == 200:
            event = json.loads(body)
            if event["id"] not in inbox:
                print("received", event["event"], event["id"], flush=True)
            inbox[event["id"]] = event
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
