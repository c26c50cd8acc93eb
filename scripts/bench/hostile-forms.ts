// Sends forms whose field names would create lists of 300 million entries if they were parsed as paths. Measures how
// fast each is answered, and whether /healthz slows down.
//
//   node scripts/bench/hostile-forms.ts

import { startServer } from './child-server.ts'
import { openLiveFolder } from './open-live-folder.ts'

const requests = 200
const warmUps = 20

const { env, key, close } = await openLiveFolder()
const server = await startServer(env)

const probes: number[] = []
const statuses = new Set<number>()
for (let count = 0; count < warmUps; count += 1) await Promise.all([submit(), probe()])
const answers: number[] = []
for (let count = 0; count < requests; count += 1) {
  const asked = submit()
  probes.push(await probe())
  answers.push(await asked)
}
await server.kill('SIGTERM')
await close()
const report = { statuses: [...statuses], form_ms: spread(answers), healthz_ms: spread(probes) }
console.log(JSON.stringify(report, undefined, 2))

function submit(): Promise<number> {
  return timed(async () => {
    const form = new FormData()
    form.append('a[300000000]', 'x')
    form.append('a[b]', 'y')
    const headers = { Authorization: `Bearer ${key}` }
    const url = `${server.url}/v1/kyc/verify`
    const response = await fetch(url, { method: 'POST', headers, body: form })
    statuses.add(response.status)
    await response.text()
  })
}

function probe(): Promise<number> {
  return timed(async () => {
    await (await fetch(`${server.url}/healthz`)).text()
  })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function spread(times: readonly number[]): Record<'median' | 'highest', number> {
  const sorted = times.toSorted((one, other) => one - other)
  const rounded = (ms: number | undefined) => Number((ms ?? 0).toFixed(1))
  return { median: rounded(sorted[sorted.length >> 1]), highest: rounded(sorted.at(-1)) }
}
