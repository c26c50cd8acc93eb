// The screens of the groups Overview, Integrate and Watch, and the search: every endpoint behind them.

import type { Appliance } from '../appliance.ts'
import type { StaffEndpoint } from '../http/endpoint.ts'
import { consoleKeyEndpoints } from '../keys/console-key-routes.ts'
import { consoleUsageEndpoints } from '../usage/console-usage-routes.ts'
import { consoleDeliveryEndpoints } from '../webhooks/console-delivery-routes.ts'
import { consoleWebhookEndpoints } from '../webhooks/console-webhook-routes.ts'
import { overviewEndpoints } from './overview-routes.ts'
import { searchEndpoints } from './search-routes.ts'
import { systemEndpoints } from './system-routes.ts'

export function operatorEndpoints(appliance: Appliance): readonly StaffEndpoint[] {
  return [
    ...overviewEndpoints(appliance),
    ...searchEndpoints(appliance),
    ...consoleKeyEndpoints(appliance),
    ...consoleWebhookEndpoints(appliance),
    ...consoleDeliveryEndpoints(appliance),
    ...consoleUsageEndpoints(appliance),
    ...systemEndpoints(appliance),
  ]
}
