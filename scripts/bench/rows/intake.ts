// The row of live intake: submissions with two images of 1 MB, against a bare loop that seals and syncs the same
// bytes. The provider accepts connections and never answers, so that no job takes part.

import { createServer } from 'node:net'
import { compare } from '../compare.ts'
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
  const silentPort = await new Promise<number>((resolve) => {
    silent.listen(0, '127.0.0.1', () => {
      const address = silent.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  try {
    const measured = await compareAt(bench, silentPort, {})
    const once = { ...bench, runs: 1, say: () => {} }
    const unchecked = await compareAt(once, silentPort, { SVC_PREFLIGHT: 'off' })
    const detail = `with SVC_PREFLIGHT=off: ${unchecked.ours.toFixed(0)}/s, ratio ${unchecked.ratio.toFixed(2)}`
    return [{ ...measured, details: [...measured.details, detail] }]
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
  const imagesAt = async (port: number) =>
    (await runLoad({ port, requests: request, ...load })).perSecond * imagesPerRequest
  try {
    return await compare(bench, {
      ours: () => imagesAt(product.port),
      async peer() {
        // Started for each run, because its files are deleted when it stops.
        const bare = await startBareIntake()
        const rate = await imagesAt(bare.port)
        await bare.stop()
        return rate
      },
      peerName: 'bare loop',
    })
  } finally {
    await product.stop()
  }
}
