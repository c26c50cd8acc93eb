// The demo's identity provider: a simulator on this machine, unless the settings name a provider.

import type { Config, LoadedSettings } from '../config.ts'
import type { SmileIdSimulatorOptions } from './smile-id-simulator/simulator.ts'
import { startSmileIdSimulator } from './smile-id-simulator/simulator.ts'

type Settings = Pick<LoadedSettings, 'config' | 'secrets'>

export interface DemoProvider {
  readonly settings: Settings
  /** Whether the provider is the simulator. */
  readonly isStandIn: boolean
  /** Returns the document number that was submitted with a check. */
  readonly statedNumber: (jobId: string) => string | undefined
  close(): Promise<void>
}

/**
 * The simulator's only partner. Invented and not secret: the simulator listens on this machine and
 * has no real data.
 */
const standInPartner = { partnerId: '0042', apiKey: 'the-demo-has-no-secret' }

export async function provideProvider(
  loaded: Settings,
  options: Omit<SmileIdSimulatorOptions, 'credentials'>,
): Promise<DemoProvider> {
  if (loaded.config.smile === undefined) return startStandIn(loaded, options)
  const statedNumber = () => undefined
  return { settings: loaded, isStandIn: false, statedNumber, close: async () => {} }
}

/** Returns the settings with a simulator as the provider, whatever they named before. */
export async function startStandIn(
  { config, secrets }: Settings,
  options: Omit<SmileIdSimulatorOptions, 'credentials'>,
): Promise<DemoProvider> {
  const { partnerId, apiKey } = standInPartner
  const simulator = await startSmileIdSimulator({ credentials: standInPartner, ...options })
  const { baseUrl } = simulator
  const smile: Config['smile'] = { baseUrl, partnerId, caFile: undefined, uploadHosts: [] }
  // Without a ledger no server will be running when results come out, so no callbacks are sent.
  if (options.ledgerFile === undefined) simulator.setAutomaticCallbacks('off')
  return {
    settings: { config: { ...config, smile }, secrets: { ...secrets, smileApiKey: apiKey } },
    isStandIn: true,
    statedNumber: (jobId) => simulator.statedNumber(jobId),
    close: () => simulator.close(),
  }
}
