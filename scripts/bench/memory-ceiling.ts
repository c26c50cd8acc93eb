// Runs a server under a ceiling of memory, as the unit and the Compose file do, starts it again when it ends, and lets
// clients send the largest images until each was accepted. Reports what was used, killed, refused and lost. Linux, as
// root.
//
//   node scripts/bench/memory-ceiling.ts [MB, default 2048] [clients, default 20] [rounds, default 2]

import { setTimeout as pause } from 'node:timers/promises'
import { type ChildServer, startServer } from './child-server.ts'
import { makeControlGroup } from './control-group.ts'
import { largeImage } from './large-image.ts'
import { openLiveFolder } from './open-live-folder.ts'
import { formWith } from './specimen-form.ts'
import { countBy } from './spread.ts'

const [ceilingMb = 2048, clients = 20, rounds = 2] = process.argv.slice(2).map(Number)
const megabyte = 1024 * 1024
const sampleEveryMs = 50
const submitMsMax = 300_000
const settleMsMax = 600_000
/** As the unit's `RestartSec`. */
const restartAfterMs = 2_000

const group = makeControlGroup(`svc-ceiling-${process.pid}`, ceilingMb * megabyte)
const { env: plain, key, simulator, close } = await openLiveFolder()
const env = { ...plain, SVC_DOCUMENT_READING: 'warn' }
const url = `http://127.0.0.1:${plain.SVC_PORT}`
const image = await largeImage()
const headers = { Authorization: `Bearer ${key}` }
const answers: Record<string, number> = {}
let restarts = 0
let highestOwnBytes = 0
let stopping = false

const supervised = superviseServer()
await supervised.current()
const sampling = setInterval(() => {
  highestOwnBytes = Math.max(highestOwnBytes, group.ownBytes())
}, sampleEveryMs)
const ids = (
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)))
).flat()
const statuses = countBy(await Promise.all(ids.map(statusOf)))
clearInterval(sampling)
stopping = true
const stopStatus = await (await supervised.current()).kill('SIGTERM')
const { highestBytes, ...figures } = group.figures()
const paid = simulator.ledger()
console.log(
  JSON.stringify(
    {
      ceiling_mb: ceilingMb,
      submissions_wanted: clients * rounds,
      acknowledged: ids.length,
      answers,
      statuses,
      paid_twice: paid.filter((job) => job.paid > 1).length,
      highest_mb: highestBytes && Math.round(highestBytes / megabyte),
      highest_of_programs_mb: Math.round(highestOwnBytes / megabyte),
      ...figures,
      restarts,
      stop_status: stopStatus,
    },
    undefined,
    2,
  ),
)
await close()
// The kernel needs a moment to take the last process out of the group.
await pause(500)
group.remove()

/** Starts the server, and again whenever it ends, also before it listens. */
function superviseServer() {
  let server: Promise<ChildServer>
  const start = () => {
    server = startServer(env, { within: group.within })
    void server.then(({ ended }) => ended).then(again, again)
  }
  const again = async () => {
    if (stopping) return
    restarts += 1
    await pause(restartAfterMs)
    start()
  }
  start()
  return {
    async current(): Promise<ChildServer> {
      for (;;) {
        const found = await server.catch(() => undefined)
        if (found !== undefined) return found
        await pause(sampleEveryMs)
      }
    },
  }
}

/** Returns the ids that were acknowledged. */
async function runClient(client: number): Promise<readonly string[]> {
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const id = await submitUntilAnswered(`${client}-${round}`)
    if (id !== undefined) acknowledged.push(id)
  }
  return acknowledged
}

/** Repeats what was not answered, or `unavailable`, with the same Idempotency-Key, as the API asks of clients. */
async function submitUntilAnswered(name: string): Promise<string | undefined> {
  const until = performance.now() + submitMsMax
  while (performance.now() < until) {
    const response = await fetch(`${url}/v1/kyc/verify`, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': `ceiling-${name}` },
      body: formWith(new Blob([image]), new Blob([image])),
    }).catch(() => undefined)
    const body = await response?.json().catch(() => undefined)
    const answer = body === undefined ? 'none' : String(response?.status)
    answers[answer] = (answers[answer] ?? 0) + 1
    const { data } = (body ?? {}) as { readonly data?: { readonly id: string } }
    if (data !== undefined) return data.id
    if (response !== undefined && response.status < 500 && ![409, 429].includes(response.status)) {
      return undefined
    }
    await pause(1_000)
  }
  return undefined
}

/** Waits until the verification is no longer pending. */
async function statusOf(id: string): Promise<string> {
  const until = performance.now() + settleMsMax
  while (performance.now() < until) {
    const response = await fetch(`${url}/v1/kyc/verifications/${id}`, { headers }).catch(
      () => undefined,
    )
    if (response?.status === 404) return 'lost'
    const body = await response?.json().catch(() => undefined)
    const { data } = (body ?? {}) as { readonly data?: { readonly status: string } }
    if (data !== undefined && data.status !== 'pending') return data.status
    await pause(500)
  }
  return 'pending'
}
