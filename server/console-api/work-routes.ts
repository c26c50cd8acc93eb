// Everything behind the console's Work group but the overview: verifications, their pictures and exports,
// and the review queue.

import type { Appliance } from '../appliance.ts'
import type { StaffEndpoint } from '../http/endpoint.ts'
import { reviewEndpoints } from '../reviews/review-routes.ts'
import { caseListEndpoints } from './case-list-routes.ts'
import { caseEndpoints } from './case-routes.ts'
import { exportEndpoints } from './export-routes.ts'
import { pictureEndpoints } from './picture-routes.ts'
import { createLookRecorder } from './record-looks.ts'

export function workEndpoints(appliance: Appliance): readonly StaffEndpoint[] {
  const needs = { ...appliance, looks: createLookRecorder(appliance) }
  return [
    ...caseListEndpoints(appliance),
    ...caseEndpoints(needs),
    ...pictureEndpoints(needs),
    ...exportEndpoints(appliance),
    ...reviewEndpoints(appliance),
  ]
}
