// The start and the end of the product's programs that work on pictures outside the server: orders in through stdin,
// one answer to each out through stdout. Such a program has no secrets, no settings and no socket.

import { exposeCollector } from '../../kernel/expose-collector.ts'
import { type Frame, frameParts, frameReader } from './frames.ts'

/** Head and body of an answer. */
export type OrderReply<Answer> = readonly [head: Answer, body?: Buffer]

interface OrderWork<Tools, Answer> {
  readonly orderBytesMax: number
  /** Bytes of pictures after which they are freed; a collection costs as much as decoding half an image. */
  readonly uncollectedBytesMax: number
  readonly load: () => Promise<Tools>
  /** What is answered when the tools do not load; without it the program ends. */
  readonly explain?: (error: unknown) => Answer
  /** Must not throw: what fails is an answer, too. */
  readonly execute: (tools: Tools, order: Frame) => Promise<OrderReply<Answer>>
}

/** Loads the tools, says that it is ready, and takes orders until the server is gone. */
export async function serveOrders<Tools, Answer extends { readonly kind: string }>(
  work: OrderWork<Tools, Answer>,
): Promise<void> {
  // Terminals and supervisors signal the whole process group. The server finishes its requests first and needs its
  // programs for that, so these signals are ignored.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.stdin.on('end', end)
  process.stdin.on('error', end)
  process.stdout.on('error', end)
  let tools: Tools
  try {
    tools = await work.load()
  } catch (error) {
    if (work.explain === undefined) throw error
    return send(work.explain(error))
  }
  const collect = createCollecting(work.uncollectedBytesMax)
  const onOrder = async (order: Frame) => {
    send(...(await work.execute(tools, order)))
    setImmediate(collect)
  }
  process.stdin.on(
    'data',
    frameReader(work.orderBytesMax, (order) => void onOrder(order)),
  )
  send({ kind: 'ready' })
}

function send(head: object, body: Buffer = Buffer.alloc(0)): void {
  for (const part of frameParts(head, body)) process.stdout.write(part)
}

/** Pictures are stored outside the JavaScript heap, where they trigger garbage collection too late. */
function createCollecting(uncollectedBytesMax: number): () => void {
  let collect: ReturnType<typeof exposeCollector> | undefined
  return () => {
    if (process.memoryUsage().external <= uncollectedBytesMax) return
    collect ??= exposeCollector()
    collect()
  }
}

/** Ends the process at once, whatever runs on its other threads. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
