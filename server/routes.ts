// Builds the routes of every endpoint, from the tables of the REST API and of the console.

import type { ApiRoute } from './api/api-route.ts'
import { apiRoutes } from './api/routes.ts'
import type { Appliance } from './appliance.ts'
import { approvalEffects } from './approval-effects.ts'
import type { ConsoleRoute } from './console-api/console-route.ts'
import { consoleRoutes } from './console-api/routes.ts'

/** A row of one of the two tables. */
export type TableRoute = ApiRoute | ConsoleRoute

export function routes(appliance: Appliance): readonly TableRoute[] {
  return [...apiRoutes(appliance), ...consoleRoutes(appliance, approvalEffects(appliance))]
}

/**
 * Returns the same table without an appliance, for code that only reads the routes. Calling one of them is an
 * error.
 */
export function routesOnPaper(): readonly TableRoute[] {
  const nothing: Appliance = new Proxy(Object.create(null), {
    get(_target, name) {
      throw new Error(`a route reads ${String(name)} before it is called`)
    },
  })
  return routes(nothing)
}
