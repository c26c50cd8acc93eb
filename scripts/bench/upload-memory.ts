// Twenty clients send two pictures of 10 MB each at the same moment: what does the server answer, how
// long does it take, and how much memory does it hold at its highest? Linux only (/proc).
//
//   node scripts/bench/upload-memory.ts

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { startSmileIdSimulator } from '../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { createLiveKey, environmentOf, initAppliance, startServer } from './child-server.ts'
import { freePort } from './free-port.ts'

const clients = 20
const pictureBytesMax = 10 * 1024 * 1024
const settleMsMax = 120_000

const folder = mkdtempSync(join(tmpdir(), 'svc-memory-'))
const credentials = { partnerId: '042', apiKey: 'memory-bench-partner-key' }
const simulator = await startSmileIdSimulator({ clock: systemClock, credentials })
const env = environmentOf({
  folder,
  port: await freePort(),
  smile: { ...credentials, baseUrl: simulator.baseUrl },
})
await initAppliance(env)
const key = await createLiveKey(env)
const server = await startServer(env)
await pause(1_000)
const idleMb = memoryMb('VmRSS')
const picture = await largePicture()
const form = () => {
  const filled = new FormData()
  filled.set('country', 'SN')
  filled.set('id_type', 'national_id')
  filled.set('front_image', new Blob([picture]), 'front.jpg')
  filled.set('selfie_image', new Blob([picture]), 'selfie.jpg')
  return filled
}

const startedAt = performance.now()
const answers = await Promise.all(Array.from({ length: clients }, () => submit()))
const acceptedMs = Math.round(performance.now() - startedAt)
await settled(answers.flatMap(({ id }) => (id === undefined ? [] : [id])))
const report = {
  clients,
  picture_mb: +(picture.length / 1024 / 1024).toFixed(1),
  answers: countBy(answers.map(({ status }) => String(status))),
  all_answered_after_ms: acceptedMs,
  idle_mb: idleMb,
  highest_mb: memoryMb('VmHWM'),
  after_mb: memoryMb('VmRSS'),
}
await server.kill('SIGTERM')
await simulator.close()
rmSync(folder, { recursive: true })
console.log(JSON.stringify(report, undefined, 2))

async function submit(): Promise<{ readonly status: number; readonly id: string | undefined }> {
  const response = await fetch(`${server.url}/v1/kyc/verify`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: form(),
  })
  const body = (await response.json()) as { data?: { id: string } }
  return { status: response.status, id: body.data?.id }
}

async function settled(ids: readonly string[]): Promise<void> {
  const until = performance.now() + settleMsMax
  for (const id of ids) {
    for (let status = 'pending'; status === 'pending' && performance.now() < until; ) {
      const response = await fetch(`${server.url}/v1/kyc/verifications/${id}`, {
        headers: { Authorization: `Bearer ${key}` },
      })
      status = ((await response.json()) as { data: { status: string } }).data.status
      if (status === 'pending') await pause(250)
    }
  }
}

/** A photo of twelve megapixels full of noise, as near to the limit as JPEG lets us come. */
async function largePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  const raw = await noise.png({ compressionLevel: 1 }).toBuffer()
  for (let quality = 98; quality > 40; quality -= 2) {
    // On its side, as phones store portraits: it has to be turned for the provider.
    const jpeg = await sharp(raw).withMetadata({ orientation: 6 }).jpeg({ quality }).toBuffer()
    if (jpeg.length <= pictureBytesMax) return new Uint8Array(jpeg)
  }
  throw new Error('no quality gives a picture within the limit')
}

function memoryMb(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
