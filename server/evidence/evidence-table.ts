// Row of `evidence`: one picture of one verification. The picture itself is a sealed file.

import type { ImageRole } from '../providers/provider.ts'
import type { ImageFormat } from './evidence.ts'
import type { ScanVerdict } from './scan.ts'

export interface EvidenceTable {
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
