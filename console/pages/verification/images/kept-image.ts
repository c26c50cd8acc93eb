// A stored image of a verification and its source in the browser.

import type { ShownImageRole } from './image-stage.ts'
import type { Size } from './image-view.ts'
import type { ImageSource } from './use-image.ts'

export interface KeptImage {
  readonly role: ShownImageRole
  /** Size of the upright image. */
  readonly kept: Size
  /** Whether a portrait was found by the document's zone, and not by its layout. */
  readonly isByZone: boolean
  readonly source: ImageSource
}
