// A stored image of a verification and its source in the browser.

import type { ImageJson } from '../../../../server/console-api/verifications/verification-detail-json.ts'
import type { ShownImageRole } from './image-stage.ts'
import type { ImageSource } from './use-image.ts'

export interface KeptImage {
  readonly role: ShownImageRole
  readonly kept: ImageJson
  readonly source: ImageSource
}
