// Checks of the services that the product calls, from the records of recent calls; only the store of the images is
// called.

import { type StoreLook, tryBucket } from '../../images/storage/try-bucket.ts'
import type { ServiceRecord } from '../../operations/status/service-status-policy.ts'
import { localProvider } from '../../providers/local/local-provider.ts'
import { findProvider } from '../../providers/provider-registry.ts'
import { type SeenHealth, type TablesScene, withSettings, withTables } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, skipped, warning, well } from '../outcome.ts'

export const serviceChecks = {
  provider: withTables(async (scene) =>
    scene.config.liveProvider === localProvider
      ? well({}, 'staff')
      : checkService(scene, 'provider', findProvider(scene) !== undefined),
  ),
  scoring: withTables((scene) =>
    checkService(scene, 'scoring', scene.config.scoring !== undefined),
  ),
  image_store: withSettings(async (scene) => {
    const { imagesS3 } = scene.config
    // The command calls nobody unless it is told to; a server calls the store all the time.
    if (imagesS3 && !scene.connects && scene.live === undefined) return skipped('not_asked')
    return judgeImageStore(imagesS3 && (await tryBucket(scene, imagesS3.url)))
  }),
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

/** @param look undefined if the images are in a folder */
export function judgeImageStore(look: StoreLook | undefined): DoctorOutcome {
  if (look === undefined) return notSetUp()
  const { label, durationMs, fault, keeps } = look
  if (fault !== undefined) {
    const more = { values: { store: label }, items: [fault.message] }
    return failed(fault.mayPass ? 'down' : 'refused', more)
  }
  const values = { store: label, answer_ms: durationMs }
  switch (keeps) {
    case 'nothing':
      return well({ values })
    case 'versions':
      return well({ values }, 'versions')
    case 'locked':
      return warning('locked', { values })
    case 'unknown':
      return warning('unknown', { values })
  }
}
