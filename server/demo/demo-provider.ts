// The demo's identity provider: a stand-in on this machine, unless the settings name one themselves.

import type { Config, LoadedSettings } from '../config.ts'
import type { SmileIdSimulatorOptions } from './smile-id-simulator/simulator.ts'
import { startSmileIdSimulator } from './smile-id-simulator/simulator.ts'

type Settings = Pick<LoadedSettings, 'config' | 'secrets'>

export interface DemoProvider {
  readonly settings: Settings
  /** Whether it is the stand-in. */
  readonly isStandIn: boolean
  /** What was stated as the document number of a check. */
  readonly statedNumber: (jobId: string) => string | undefined
  close(): Promise<void>
}

/** The stand-in's only partner. Invented, and no secret: it listens on this machine and knows nobody. */
const standInPartner = { partnerId: '0042', apiKey: 'the-demo-has-no-secret' }

export async function provideProvider(
  loaded: Settings,
  options: Omit<SmileIdSimulatorOptions, 'credentials'>,
): Promise<DemoProvider> {
  if (loaded.config.smile === undefined) return startStandIn(loaded, options)
  const statedNumber = () => undefined
  return { settings: loaded, isStandIn: false, statedNumber, close: async () => {} }
}

/** The same settings, pointing at a stand-in whatever they named before. */
export async function startStandIn(
  { config, secrets }: Settings,
  options: Omit<SmileIdSimulatorOptions, 'credentials'>,
): Promise<DemoProvider> {
  const { partnerId, apiKey } = standInPartner
  const simulator = await startSmileIdSimulator({ credentials: standInPartner, ...options })
  const { baseUrl } = simulator
  const smile: Config['smile'] = { baseUrl, partnerId, caFile: undefined, uploadHosts: [] }
  // Without a ledger nobody will be there to be told of its results.
  if (options.ledgerFile === undefined) simulator.setAutomaticCallbacks('off')
  return {
    settings: { config: { ...config, smile }, secrets: { ...secrets, smileApiKey: apiKey } },
    isStandIn: true,
    statedNumber: (jobId) => simulator.statedNumber(jobId),
    close: () => simulator.close(),
  }
}
