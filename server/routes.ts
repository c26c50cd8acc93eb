// Table 1: every endpoint of the API, by feature.

import type { Appliance } from './appliance.ts'
import type { Endpoint } from './http/endpoint.ts'
import { keyEndpoints } from './keys/key-routes.ts'
import { providerCallbackEndpoints } from './verifications/provider-callback-routes.ts'
import { verificationEndpoints } from './verifications/verification-routes.ts'
import { alertEndpoints } from './webhooks/alert-routes.ts'
import { deliveryEndpoints } from './webhooks/delivery-routes.ts'
import { webhookEndpoints } from './webhooks/webhook-routes.ts'

export function endpoints(appliance: Appliance): readonly Endpoint[] {
  return [
    ...verificationEndpoints(appliance),
    ...keyEndpoints(appliance),
    ...webhookEndpoints(appliance),
    ...providerCallbackEndpoints(appliance),
    ...deliveryEndpoints(appliance),
    ...alertEndpoints(appliance),
  ]
}
