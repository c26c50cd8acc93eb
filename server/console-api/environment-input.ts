// Parses which environment a screen of the console shows.

import { refuseFaults } from '../kernel/app-error.ts'
import { type Environment, environments } from '../kernel/environment.ts'

/** Live by default. @throws AppError `invalid_request` */
export function parseEnvironment(text: string | undefined): Environment {
  return parseAnyEnvironment(text) ?? 'live'
}

/** undefined means both. @throws AppError `invalid_request` */
export function parseAnyEnvironment(text: string | undefined): Environment | undefined {
  if (text === undefined) return undefined
  const environment = environments.find((name) => name === text)
  if (environment !== undefined) return environment
  const message = `environment must be one of ${environments.join(', ')}.`
  throw refuseFaults([{ param: 'environment', code: 'invalid', message }])
}
