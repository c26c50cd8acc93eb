// Opens the image files where the settings say: in the data folder, or in a folder that all nodes share.

import type { Config } from '../config.ts'
import { type ImageFiles, imageFiles } from './image-files.ts'
import { sharedImageFiles } from './shared-image-files.ts'

export function openImageFiles(
  { dataDir, imagesDir }: Pick<Config, 'dataDir' | 'imagesDir'>,
  nodeId: string,
): ImageFiles {
  const files = imageFiles(dataDir, nodeId, imagesDir)
  return imagesDir === undefined ? files : sharedImageFiles(files, imagesDir)
}
