// Every endpoint that there is: the table of the REST API and that of the console.

import { apiRoutes } from './api/routes.ts'
import type { Appliance } from './appliance.ts'
import { approvalEffects } from './approval-effects.ts'
import { consoleRoutes } from './console-api/routes.ts'
import type { Route } from './http/route.ts'

export function routes(appliance: Appliance): readonly Route[] {
  return [...apiRoutes(appliance), ...consoleRoutes(appliance, approvalEffects(appliance))]
}

/**
 * Returns the same table without an appliance, for code that only reads the routes. Calling one of them is an
 * error.
 */
export function routesOnPaper(): readonly Route[] {
  const nothing: Appliance = new Proxy(Object.create(null), {
    get(_target, name) {
      throw new Error(`a route reads ${String(name)} before it is called`)
    },
  })
  return routes(nothing)
}
