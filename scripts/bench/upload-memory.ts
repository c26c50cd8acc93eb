// Twenty clients send two images of 10 MB each at the same time. Measures the answers, the time, and the peak memory
// of the server and its decoders. Linux only (/proc).
//
//   node scripts/bench/upload-memory.ts

import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from './child-server.ts'
import { largeImage } from './large-image.ts'
import { openLiveFolder } from './open-live-folder.ts'
import { peakMb, residentMb, togetherMb } from './proc-figures.ts'
import { formWith } from './specimen-form.ts'
import { countBy } from './spread.ts'

const clients = 20
const settleMsMax = 300_000
const sampleEveryMs = 25
/** Time until idle decoders have exited. */
const restMs = 25_000

const { env, key, close } = await openLiveFolder()
const server = await startServer(env)
await pause(1_000)
const idleMb = residentMb(server.pid)
let highestTogetherMb = 0
const sampling = setInterval(() => {
  highestTogetherMb = Math.max(highestTogetherMb, togetherMb(server.pid))
}, sampleEveryMs)
const image = await largeImage()

const startedAt = performance.now()
const answers = await Promise.all(Array.from({ length: clients }, () => submit()))
const acceptedMs = Math.round(performance.now() - startedAt)
await settled(answers.flatMap(({ id }) => (id === undefined ? [] : [id])))
const report = {
  clients,
  picture_mb: +(image.length / 1024 / 1024).toFixed(1),
  answers: countBy(answers.map(({ status }) => String(status))),
  all_answered_after_ms: acceptedMs,
  idle_mb: idleMb,
  highest_server_mb: peakMb(server.pid),
  highest_with_decoders_mb: highestTogetherMb,
}
clearInterval(sampling)
await pause(restMs)
const afterMb = { server: residentMb(server.pid), with_decoders: togetherMb(server.pid) }
await server.kill('SIGTERM')
await close()
console.log(JSON.stringify({ ...report, after_mb: afterMb }, undefined, 2))

async function submit(): Promise<{ readonly status: number; readonly id: string | undefined }> {
  const response = await fetch(`${server.url}/v1/kyc/verify`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: formWith(new Blob([image]), new Blob([image])),
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
