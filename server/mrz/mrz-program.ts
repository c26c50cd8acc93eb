// The process that reads zones outside the server: one picture at a time, in through stdin, the reading out through
// stdout. It has no secrets, no settings and no socket. It ends when the server is gone.

import { decodeOptions } from '../images/decode-limits.ts'
import { type Frame, frameParts, frameReader } from '../images/frames.ts'
import { imageBytesMax } from '../images/image.ts'
import { loadSharp, type Sharp } from '../images/load-sharp.ts'
import type { GreyPicture } from './grey-picture.ts'
import type { MrzOrder, MrzProgramAnswer } from './mrz-order.ts'
import type { MrzReading } from './mrz-reading.ts'
import { readZone } from './read-zone.ts'
import { loadRecogniser, type Recogniser } from './recogniser.ts'

const fineSidePixels = 2_000
const coarseSidePixels = 1_000
/**
 * Milliseconds of processor time after which nothing new is tried: a picture takes at most 3 s of it. The clock on the
 * wall says nothing of the work where other programs wait for the same cores.
 */
const tryingMsMax = 1_900

const nothing = Buffer.alloc(0)

function answer(head: MrzProgramAnswer): void {
  for (const part of frameParts(head, nothing)) process.stdout.write(part)
}

async function greyPicture(
  sharp: Sharp,
  bytes: Buffer,
  { sidePixels, isEnlarged }: { readonly sidePixels: number; readonly isEnlarged: boolean },
): Promise<GreyPicture> {
  const { data, info } = await sharp(bytes, { ...decodeOptions, autoOrient: true })
    .resize({
      width: sidePixels,
      height: sidePixels,
      fit: 'inside',
      withoutEnlargement: !isEnlarged,
    })
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = info.channels === 1 ? data : data.filter((_, at) => at % info.channels === 0)
  return { pixels, width: info.width, height: info.height }
}

async function execute(
  tools: { readonly sharp: Sharp; readonly recognise: Recogniser },
  frame: Frame,
): Promise<void> {
  const before = process.cpuUsage()
  const { year } = frame.head as MrzOrder
  try {
    const original = await tools.sharp(frame.body, decodeOptions).metadata()
    const picture = (sidePixels: number, isEnlarged: boolean) =>
      greyPicture(tools.sharp, frame.body, { sidePixels, isEnlarged })
    const fine = await picture(fineSidePixels, false)
    // The letters of a small picture hang together until they are enlarged.
    const coarse = await picture(coarseSidePixels, true)
    const isLate = () => {
      const { user, system } = process.cpuUsage(before)
      return user + system > tryingMsMax * 1_000
    }
    const reading = await readZone(fine, coarse, { recognise: tools.recognise, year, isLate })
    const scale = Math.max(original.width, original.height) / Math.max(fine.width, fine.height)
    answer(answerOf(reading, scale))
  } catch {
    answer({ kind: 'failed' })
  }
}

/** `scale` leads from the pixels that were read to those of the picture. */
function answerOf(reading: MrzReading, scale: number): MrzProgramAnswer {
  if (reading.verdict === 'no_zone') return { kind: 'no_zone' }
  const { verdict, lines, zone, confidence } = reading
  const scaled = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    x: x * scale,
    y: y * scale,
  })
  return {
    kind: 'read',
    verdict,
    lines: [...lines],
    zone: {
      topLeft: scaled(zone.topLeft),
      topRight: scaled(zone.topRight),
      bottomRight: scaled(zone.bottomRight),
      bottomLeft: scaled(zone.bottomLeft),
    },
    confidence: Math.min(1, confidence),
  }
}

/** Bytes of pictures and scores after which they are freed. */
const uncollectedBytesMax = 24 * 1024 * 1024

/** They are stored outside the JavaScript heap, where they trigger garbage collection too late. */
async function executeAndCollect(tools: Parameters<typeof execute>[0], frame: Frame) {
  await execute(tools, frame)
  setImmediate(() => {
    if (process.memoryUsage().external > uncollectedBytesMax) globalThis.gc?.()
  })
}

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdout.on('error', end)
try {
  const tools = { sharp: await loadSharp(), recognise: await loadRecogniser() }
  process.stdin.on(
    'data',
    frameReader(imageBytesMax, (frame) => void executeAndCollect(tools, frame)),
  )
  answer({ kind: 'ready' })
} catch (error) {
  const isDamaged = error instanceof Error && error.message === 'the model is damaged'
  answer({ kind: 'unavailable', reason: isDamaged ? 'model_damaged' : 'model_missing' })
}
