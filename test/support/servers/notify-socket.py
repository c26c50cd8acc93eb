# Takes messages on the datagram socket named by the first argument and prints each as one line of JSON, until stdin ends.
import json, os, socket, sys, threading

threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
taker = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
taker.bind(sys.argv[1])
print(json.dumps("open"), flush=True)
while True:
    message, ancillary, _, _ = taker.recvmsg(4096, 4096)
    for _, _, content in ancillary:
        for at in range(0, len(content), 4):
            # The barrier of systemd-notify waits until this is closed.
            os.close(int.from_bytes(content[at:at + 4], sys.byteorder))
    print(json.dumps(message.decode()), flush=True)
