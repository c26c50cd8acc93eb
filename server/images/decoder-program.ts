// The decoder process, which decodes images outside the server: one image at a time, in through
// stdin, out through stdout. It has no secrets, no settings and no listening socket, and its
// JavaScript may neither write files nor start programs. It ends when the server is gone.

import { inspectDecoded } from './decode-image.ts'
import { decoderAnswerBytesMax } from './decode-limits.ts'
import type { DecoderAnswer, DecoderOrder } from './decoder-order.ts'
import { type Frame, frameParts, frameReader } from './frames.ts'
import { loadSharp, type Sharp } from './load-sharp.ts'
import { toProviderJpeg } from './provider-copy.ts'
import { toScreenJpeg } from './screen-copy.ts'

const nothing = Buffer.alloc(0)

function answer(head: DecoderAnswer, body: Buffer = nothing): void {
  for (const part of frameParts(head, body)) process.stdout.write(part)
}

/**
 * Every failure here is blamed on the image, because the order comes from the server and is
 * trusted.
 */
async function execute(sharp: Sharp, { head, body }: Frame): Promise<void> {
  const order = head as DecoderOrder
  try {
    switch (order.kind) {
      case 'inspect':
        return answer(await inspectDecoded(sharp, body, order))
      case 'provider_copy':
        return answer({ kind: 'copied' }, await toProviderJpeg(sharp, body, order.facts))
      case 'screen_copy':
        return answer({ kind: 'copied' }, await toScreenJpeg(sharp, body, order.facts, order))
    }
  } catch (error) {
    const isTimeout = error instanceof Error && /^timeout/.test(error.message)
    answer({ kind: isTimeout ? 'too_slow' : 'damaged' })
  }
}

/** Bytes of images after which they are freed; a collection costs as much as decoding half an image. */
const uncollectedBytesMax = 48 * 1024 * 1024

/**
 * Images are stored outside the JavaScript heap, where they trigger garbage collection too late, so
 * it is started here.
 */
async function executeAndCollect(sharp: Sharp, frame: Frame): Promise<void> {
  await execute(sharp, frame)
  setImmediate(() => {
    if (process.memoryUsage().external > uncollectedBytesMax) globalThis.gc?.()
  })
}

/** Ends the process at once, whatever libvips is doing on its threads. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

// Terminals and supervisors signal the whole process group. The server finishes its requests first
// and needs its decoder for that, so these signals are ignored.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const sharp = await loadSharp()
process.stdin.on(
  'data',
  frameReader(decoderAnswerBytesMax, (frame) => void executeAndCollect(sharp, frame)),
)
process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdout.on('error', end)
answer({ kind: 'ready' })
