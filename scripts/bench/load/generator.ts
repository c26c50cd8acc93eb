// The load generator, a process of its own beside the server under test: takes an order from its parent, sends the
// requests over raw sockets, and reports rate and latencies. Our own, because autocannon brings 63 packages, spends
// more on an answer than bare Koa does, and sends the requests of a limited rate in one burst a second.

import { type LoadConnection, openConnectionTo } from './connection.ts'
import { type LoadOrder, type LoadReport, loadOrder } from './order.ts'

/** A request that is due and not sent yet. */
interface Due {
  readonly arrivedAt: number
}

process.on('disconnect', () => process.exit(0))
process.once('message', (message) => {
  void run(loadOrder.parse(message)).then((report) => process.send?.(report))
})

async function run(order: LoadOrder): Promise<LoadReport> {
  const senders = await Promise.all(
    Array.from({ length: order.connections }, (_, index) => Sender.open(order, index)),
  )
  await drive(order, senders, order.warmUpSeconds)
  const warmUps = senders.reduce((sum, sender) => sum + sender.latencies.length, 0)
  for (const sender of senders) sender.forget()
  const seconds = await drive(order, senders, order.seconds)
  const latencies = Float64Array.from(senders.flatMap((sender) => sender.latencies)).sort()
  const refused = senders.reduce((sum, sender) => sum + sender.refused, 0)
  for (const sender of senders) sender.close()
  const at = (share: number) => latencies[Math.max(Math.ceil(share * latencies.length) - 1, 0)] ?? 0
  return {
    perSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    answers: latencies.length,
    answersWithWarmUp: warmUps + latencies.length,
    refused,
  }
}

/** Sends for this long, waits for the last answers, and returns the seconds until they have arrived. */
async function drive(
  order: LoadOrder,
  senders: readonly Sender[],
  seconds: number,
): Promise<number> {
  if (seconds === 0) return 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  if (order.perSecond === undefined)
    await Promise.all(senders.map((sender) => sender.sendUntil(until)))
  else await sendEvenly(senders, { perSecond: order.perSecond, startedAt, until })
  return (performance.now() - startedAt) / 1000
}

/** The latency of a request that finds no free connection counts from the moment when it was due. */
async function sendEvenly(
  senders: readonly Sender[],
  rate: { readonly perSecond: number; readonly startedAt: number; readonly until: number },
): Promise<void> {
  const free = [...senders]
  const due: Due[] = []
  const pending = new Set<Promise<void>>()
  let made = 0
  const sendNext = () => {
    for (let sender = free.pop(); sender !== undefined; sender = free.pop()) {
      const next = due.shift()
      if (next === undefined) {
        free.push(sender)
        return
      }
      const used = sender
      const sent = used.send(next.arrivedAt).then(() => {
        pending.delete(sent)
        free.unshift(used)
        sendNext()
      })
      pending.add(sent)
    }
  }
  for (let now = performance.now(); now < rate.until; now = performance.now()) {
    const wanted = Math.floor(((now - rate.startedAt) / 1000) * rate.perSecond)
    for (; made < wanted; made += 1) due.push({ arrivedAt: now })
    sendNext()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  while (pending.size > 0) await Promise.all(pending)
}

/** One connection: the requests that it sends in turn, and the latencies of their answers. */
class Sender {
  readonly #requests: readonly Buffer[]
  #next: number
  #connection: LoadConnection | undefined
  #arrivedAt = 0
  #answered: () => void = () => {}
  #failed: (error: Error) => void = () => {}
  latencies: number[] = []
  refused = 0

  private constructor(order: LoadOrder, index: number) {
    this.#requests = order.requests.map((request) => Buffer.from(request, 'latin1'))
    this.#next = index
  }

  static async open(order: LoadOrder, index: number): Promise<Sender> {
    const sender = new Sender(order, index)
    sender.#connection = await openConnectionTo(order.port, {
      answer: (status) => sender.#take(status),
      broken: (error) => sender.#failed(error),
    })
    return sender
  }

  send(arrivedAt: number): Promise<void> {
    this.#arrivedAt = arrivedAt
    const request = this.#requests[this.#next % this.#requests.length]
    this.#next += 1
    return new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      if (request !== undefined) this.#connection?.send(request)
    })
  }

  async sendUntil(until: number): Promise<void> {
    for (let now = performance.now(); now < until; now = performance.now()) await this.send(now)
  }

  forget(): void {
    this.latencies = []
    this.refused = 0
  }

  close(): void {
    this.#connection?.close()
  }

  #take(status: number): void {
    this.latencies.push(performance.now() - this.#arrivedAt)
    if (status < 200 || status > 299) this.refused += 1
    this.#answered()
  }
}
