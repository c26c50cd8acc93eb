// The row of live intake: submissions with two images of 1 MB, against a bare loop that seals and syncs the same
// bytes. The provider accepts connections and never answers, so that no job takes part.

import { createServer } from 'node:net'
import { compare } from '../compare.ts'
import { listenLocally } from '../listen-locally.ts'
import { childrenCpuMsOf, cpuMsOf } from '../load/cpu-time.ts'
import { startProduct } from '../load/product.ts'
import { runLoad } from '../load/run-load.ts'
import { startBareIntake } from '../load/start-bare.ts'
import type { Bench, Measured, Row } from '../row.ts'
import { liveRequest } from './live-form.ts'

const livePath = '/v1/kyc/verify'
const imagesPerRequest = 2
const load = { connections: 8, seconds: 3, warmUpSeconds: 0.5 } as const

export const intakeRow: Row = {
  name: 'intake',
  about: 'live images of 1 MB a second, two a submission, of a bare loop that seals and syncs them',
  lines: [{ label: 'intake', unit: '/s', limit: { kind: 'ratio', atLeast: 0.6, hoped: 0.8 } }],
  measure: (bench) => compareIntake(bench),
}

async function compareIntake(bench: Bench): Promise<readonly Measured[]> {
  const silent = createServer()
  const silentPort = await listenLocally(silent)
  try {
    const measured = await compareAt(bench, silentPort, {})
    const once = { ...bench, runs: 1, say: () => {} }
    const unchecked = await compareAt(once, silentPort, { SVC_PREFLIGHT: 'off' })
    const text = ({ ours, ratio }: typeof measured) =>
      `${ours.toFixed(0)}/s, ratio ${ratio.toFixed(2)}`
    const detail = `with SVC_PREFLIGHT=off, which only decodes: ${text(unchecked)}`
    return [{ ...measured, details: [...measured.details, detail, ...unchecked.details.slice(1)] }]
  } finally {
    silent.close()
  }
}

async function compareAt(
  bench: Bench,
  providerPort: number,
  settings: Readonly<Record<string, string>>,
): ReturnType<typeof compare> {
  const product = await startProduct({
    environment: 'live',
    smile: {
      baseUrl: `http://127.0.0.1:${providerPort}/v1`,
      partnerId: '042',
      apiKey: 'intake-bench-partner-key',
    },
    settings: {
      SVC_KEY_UPLOAD_BYTES: '0',
      SVC_KEY_PENDING_MAX: '1000000',
      SVC_STOP_TIMEOUT: '1s',
      ...settings,
    },
  })
  const request = [liveRequest(livePath, product.keys[0] ?? '')]
  const spent = { server: 0, decoders: 0, submissions: 0 }
  const loadAt = (port: number) => runLoad({ port, requests: request, ...load })
  try {
    const compared = await compare(bench, {
      async ours() {
        const before = cpuOf(product.pid)
        const { perSecond, answersWithWarmUp } = await loadAt(product.port)
        const after = cpuOf(product.pid)
        spent.server += after.server - before.server
        spent.decoders += after.decoders - before.decoders
        spent.submissions += answersWithWarmUp
        return perSecond * imagesPerRequest
      },
      async peer() {
        // Started for each run, because its files are deleted when it stops.
        const bare = await startBareIntake()
        const { perSecond } = await loadAt(bare.port)
        await bare.stop()
        return perSecond * imagesPerRequest
      },
      peerName: 'bare loop',
    })
    return { ...compared, details: [...compared.details, shareText(spent)] }
  } finally {
    await product.stop()
  }
}

/** Processor time so far in milliseconds. The decoders are the only child processes of the server. */
function cpuOf(pid: number): { readonly server: number; readonly decoders: number } {
  return { server: cpuMsOf(pid) ?? 0, decoders: childrenCpuMsOf(pid) }
}

interface Spent {
  readonly server: number
  readonly decoders: number
  readonly submissions: number
}

function shareText({ server, decoders, submissions }: Spent): string {
  const each = (ms: number) => `${(ms / submissions).toFixed(1)} ms`
  const share = ((100 * decoders) / (server + decoders)).toFixed(0)
  return `processor time of a submission: server ${each(server)}, image check ${each(decoders)} (${share} %)`
}
