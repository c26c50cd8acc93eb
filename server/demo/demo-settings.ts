// The effective settings that the demo's System page shows: values that the demo provides itself
// are marked as such.

import type { Config, LoadedSettings } from '../config.ts'
import type { EffectiveSetting } from '../settings/effective-setting.ts'
import { secretMask } from '../settings/setting-values.ts'

type Effective = LoadedSettings['effective']

/** `config` is what the demo runs with; `loaded` what the settings said. */
export function effectiveInDemo(
  loaded: Pick<LoadedSettings, 'config' | 'effective'>,
  config: Config,
): Effective {
  const provided = new Map<string, string | undefined>([
    ...(config.smile === loaded.config.smile
      ? []
      : ([
          ['SVC_SMILE_BASE_URL', config.smile?.baseUrl],
          ['SVC_SMILE_PARTNER_ID', config.smile?.partnerId],
          ['SVC_SMILE_API_KEY', undefined],
        ] as const)),
    ...(config.scoring === loaded.config.scoring
      ? []
      : ([
          ['SVC_SCORING_URL', config.scoring?.url],
          ['SVC_SCORING_TOKEN', undefined],
        ] as const)),
    ...(config.port === loaded.config.port
      ? []
      : ([
          ['SVC_PORT', String(config.port)],
          ['SVC_URL', config.serverUrl],
        ] as const)),
    ...(config.publicUrl === loaded.config.publicUrl
      ? []
      : ([['SVC_PUBLIC_URL', config.publicUrl]] as const)),
  ])
  return loaded.effective.map((setting): EffectiveSetting => {
    const { name } = setting
    return provided.has(name)
      ? { name, value: provided.get(name) ?? secretMask, origin: 'demo' }
      : setting
  })
}
