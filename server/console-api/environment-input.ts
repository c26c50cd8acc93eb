// Which environment a screen of the console shows.

import { refuseFaults } from '../kernel/app-error.ts'
import { type Environment, environments } from '../keys/key.ts'

/** Live unless said. @throws AppError `invalid_request` */
export function parseEnvironment(text: string | undefined): Environment {
  return parseAnyEnvironment(text) ?? 'live'
}

/** undefined for both. @throws AppError `invalid_request` */
export function parseAnyEnvironment(text: string | undefined): Environment | undefined {
  if (text === undefined) return undefined
  const found = environments.find((one) => one === text)
  if (found !== undefined) return found
  const message = `environment must be one of ${environments.join(', ')}.`
  throw refuseFaults([{ param: 'environment', code: 'invalid', message }])
}
