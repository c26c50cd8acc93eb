// Row of `images`: one image of one verification. The image itself is an encrypted file.

import type { ImageRole } from '../../providers/provider.ts'
import type { ImageFormat } from '../image.ts'
import type { ScanVerdict } from '../scan.ts'

export interface ImageTable {
  id: string
  verification_id: string
  role: ImageRole
  format: ImageFormat
  width: number
  height: number
  orientation: number
  bytes: number
  sha256: string
  file: string
  created_at: number
  scan_verdict: ScanVerdict
  scanned_at: number | null
}
