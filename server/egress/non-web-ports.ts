// Ports of well-known services other than web servers: mail, shells, directories, databases. A client that
// chooses a webhook address must not make this server connect to them.

const nonWebPorts: ReadonlySet<number> = new Set([
  // Echo, time, files, shells, mail, names, directories, news, printers.
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389,
  427, 445, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 631,
  636, 873, 989, 990, 993, 995,
  // Proxies, databases, queues, remote screens, containers.
  1080, 1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 3659, 4045,
  4190, 5060, 5061, 5432, 5672, 5900, 5984, 5985, 5986, 6000, 6379, 6443, 6566, 6667, 6697, 9042,
  9092, 9200, 9300, 10250, 11211, 27017,
])

export function isNonWebPort(port: number): boolean {
  return nonWebPorts.has(port)
}
