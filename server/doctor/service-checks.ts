// Checks of the services that the product calls, from the records of recent calls; nothing is called.

import type { ServiceRecord } from '../operations/service-status-policy.ts'
import { findProvider } from '../providers/provider-registry.ts'
import { type SeenHealth, type TablesScene, withTables } from './doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, warning, well } from './outcome.ts'

export const serviceChecks = {
  provider: withTables((scene) =>
    checkService(scene, 'provider', findProvider(scene) !== undefined),
  ),
  scoring: withTables((scene) =>
    checkService(scene, 'scoring', scene.config.scoring !== undefined),
  ),
}

async function checkService(
  { config, status, live }: TablesScene,
  service: 'provider' | 'scoring',
  isConfigured: boolean,
): Promise<DoctorOutcome> {
  const record = (await status()).services[service]
  // The demo runs services of its own.
  const isSetUp = isConfigured || config.profile === 'demo'
  const recorded = isSetUp ? healthOf(record) : 'not_set_up'
  return judgeService(live?.[service] ?? recorded, record)
}

function healthOf({ kind }: ServiceRecord): SeenHealth {
  if (kind === 'well') return 'well'
  return kind === 'failing' ? 'attention' : 'down'
}

export function judgeService(seen: SeenHealth, record: ServiceRecord): DoctorOutcome {
  switch (seen) {
    case 'not_set_up':
      return notSetUp()
    case 'well':
      return well()
    case 'attention':
      return warning('failing')
    case 'down':
      return record.kind === 'refusing' ? failed(record.reason) : failed('down')
  }
}
