// The row of live intake: submissions with two images of 1 MB, against a bare loop that encrypts and syncs the same
// bytes. The provider accepts connections and never answers, so that hardly a job takes part; then once more with the
// jobs at work, which decode the images, read the documents and ask a simulated provider.

import { createServer } from 'node:net'
import { startSmileIdSimulator } from '../../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { compare } from '../compare.ts'
import { listenLocally } from '../listen-locally.ts'
import { type Product, startProduct } from '../load/product.ts'
import { runLoad, warmUp } from '../load/run-load.ts'
import { startBareIntake } from '../load/start-bare.ts'
import { childrenCpuMsOf, cpuMsOf } from '../proc-figures.ts'
import type { Bench, Measured, Row } from '../row.ts'
import { liveRequest } from './live-form.ts'

const livePath = '/v1/kyc/verify'
const imagesPerRequest = 2
const load = { connections: 8, seconds: 3, warmUpSeconds: 0.5 } as const
const withJobsForSeconds = 15
/** The bare loop is begun anew for each run, and is soon compiled. */
const warmUpSeconds = { ours: 12, peer: 3 } as const

export const intakeRow: Row = {
  name: 'intake',
  about:
    'live images of 1 MB a second, two a submission, of a bare loop that encrypts and syncs them',
  lines: [{ label: 'intake', unit: '/s', limit: { kind: 'ratio', atLeast: 0.6, hoped: 0.8 } }],
  measure: (bench) => compareIntake(bench),
}

async function compareIntake(bench: Bench): Promise<readonly Measured[]> {
  const burst = await compareBurst(bench)
  const details = [...burst.details, ...(await measureWithJobs(burst.peer.figure))]
  return [{ ...burst, details }]
}

async function compareBurst(bench: Bench): ReturnType<typeof compare> {
  const silent = createServer()
  const product = await startIntake(`http://127.0.0.1:${await listenLocally(silent)}/v1`)
  const spent: Spent = { server: 0, decoders: 0, submissions: 0 }
  const spentByPeer: Spent = { server: 0, decoders: 0, submissions: 0 }
  try {
    await warmUp({ ...toServer(product), seconds: warmUpSeconds.ours })
    const compared = await compare(bench, {
      ours: () => loadFor(product, load.seconds, spent),
      async peer() {
        // Started for each run, because its files are deleted when it stops.
        const bare = await startBareIntake()
        await warmUp({ ...toServer({ ...bare, keys: [] }), seconds: warmUpSeconds.peer })
        const perSecond = await loadFor({ ...bare, keys: [] }, load.seconds, spentByPeer)
        await bare.stop()
        return perSecond
      },
      peerName: 'bare loop',
    })
    const share = processorText(spent, spentByPeer)
    return { ...compared, details: [...compared.details, shareText(spent), share] }
  } finally {
    await product.stop()
    silent.close()
  }
}

/** @param peer images a second of the bare loop */
async function measureWithJobs(peer: number): Promise<readonly string[]> {
  const simulator = await startSmileIdSimulator({ clock: systemClock, credentials })
  const product = await startIntake(simulator.baseUrl)
  const spent: Spent = { server: 0, decoders: 0, submissions: 0 }
  try {
    const figure = await loadFor(product, withJobsForSeconds, spent)
    const asked = simulator.ledger().length
    const ratio = (figure / peer).toFixed(2)
    return [
      `with the jobs at work for ${withJobsForSeconds} s: ${figure.toFixed(0)}/s, ratio ${ratio}; of ${spent.submissions} verifications ${asked} were at the provider by then`,
      shareText(spent),
    ]
  } finally {
    await product.stop()
    await simulator.close()
  }
}

const credentials = { partnerId: '042', apiKey: 'intake-bench-partner-key' } as const

function startIntake(baseUrl: string): Promise<Product> {
  return startProduct({
    environment: 'live',
    smile: { ...credentials, baseUrl },
    settings: {
      SVC_KEY_UPLOAD_BYTES: '0',
      SVC_KEY_PENDING_MAX: '1000000',
      SVC_STOP_TIMEOUT: '1s',
    },
  })
}

/** Returns the images a second, and adds up what they cost. */
async function loadFor(
  { pid, port, keys }: Pick<Product, 'pid' | 'port' | 'keys'>,
  seconds: number,
  spent: Spent,
): Promise<number> {
  const before = cpuOf(pid)
  const report = await runLoad({ ...toServer({ port, keys }), ...load, seconds })
  const after = cpuOf(pid)
  spent.server += after.server - before.server
  spent.decoders += after.decoders - before.decoders
  spent.submissions += report.answersWithWarmUp
  return report.perSecond * imagesPerRequest
}

function toServer({ port, keys }: Pick<Product, 'port' | 'keys'>) {
  const { connections } = load
  return { port, connections, requests: [liveRequest(livePath, keys[0] ?? '')] }
}

/** Processor time so far in milliseconds. The only child processes of the server work on pictures. */
function cpuOf(pid: number): { readonly server: number; readonly decoders: number } {
  return { server: cpuMsOf(pid) ?? 0, decoders: childrenCpuMsOf(pid) }
}

interface Spent {
  server: number
  decoders: number
  submissions: number
}

function shareText({ server, decoders, submissions }: Spent): string {
  const each = (ms: number) => `${(ms / submissions).toFixed(1)} ms`
  const share = ((100 * decoders) / (server + decoders)).toFixed(0)
  return `processor time of a submission: server ${each(server)}, work on pictures ${each(decoders)} (${share} %)`
}

/** Other work on the machine changes this ratio less than that of the rates. */
function processorText(ours: Spent, peer: Spent): string {
  const oursMs = ours.server / ours.submissions
  const peerMs = peer.server / peer.submissions
  return `processor time of server and bare loop: ${oursMs.toFixed(1)} and ${peerMs.toFixed(1)} ms a submission, ratio ${(peerMs / oursMs).toFixed(2)}`
}
