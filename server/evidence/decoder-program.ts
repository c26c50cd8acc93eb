// The program in which pictures are decoded, apart from the server: one picture at a time, in by stdin, out
// by stdout. It has no secrets, no settings and no listening socket, and its JavaScript may neither write
// files nor start programs. It ends when its server is gone.

import { inspectDecoded } from './decode-image.ts'
import { answerBytesMax, type DecoderAnswer, type DecoderOrder } from './decoder-order.ts'
import { type Frame, frameParts, frameReader } from './frames.ts'
import { loadSharp, type Sharp } from './load-sharp.ts'
import { toProviderJpeg } from './provider-copy.ts'
import { toScreenJpeg } from './screen-copy.ts'

const nothing = Buffer.alloc(0)

function answer(head: DecoderAnswer, body: Buffer = nothing): void {
  for (const part of frameParts(head, body)) process.stdout.write(part)
}

/** Whatever fails here is the picture's: the order comes from the server and is not doubted. */
async function carryOut(sharp: Sharp, { head, body }: Frame): Promise<void> {
  const order = head as DecoderOrder
  try {
    switch (order.kind) {
      case 'inspect':
        return answer(await inspectDecoded(sharp, body, order))
      case 'provider_copy':
        return answer({ kind: 'copied' }, await toProviderJpeg(sharp, body, order.facts))
      case 'screen_copy': {
        const { facts, sidePixelsMax } = order
        return answer({ kind: 'copied' }, await toScreenJpeg(sharp, body, facts, sidePixelsMax))
      }
    }
  } catch (error) {
    const isTimeout = error instanceof Error && /^timeout/.test(error.message)
    answer({ kind: isTimeout ? 'too_slow' : 'damaged' })
  }
}

/** Pictures lie outside of the heap, where they press nobody to collect them: it is told when one is done. */
async function carryOutAndForget(sharp: Sharp, frame: Frame): Promise<void> {
  await carryOut(sharp, frame)
  setImmediate(() => globalThis.gc?.())
}

/** At once, whatever libvips is doing on its threads. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

// A terminal and a supervisor tell the whole group to end. The server finishes its requests first, and needs
// its decoder for that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const sharp = await loadSharp()
process.stdin.on(
  'data',
  frameReader(answerBytesMax, (frame) => void carryOutAndForget(sharp, frame)),
)
process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdout.on('error', end)
answer({ kind: 'ready' })
