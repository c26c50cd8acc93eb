// The settings of retention: how long the bank keeps each kind of data, by market. Rows of the table of settings.

import { periods } from './setting-periods.ts'
import { optional } from './setting-row.ts'

export const retentionSettings = {
  'retention.client': optional('SVC_RETENTION_CLIENT', periods('client'), {
    help: 'How long approved live verifications are kept, from the end of the relationship. Then the daily run erases them. Default: until somebody erases them.',
  }),
  'retention.applicant': optional('SVC_RETENTION_APPLICANT', periods('applicant'), {
    help: 'How long live verifications that were declined or ended in an error are kept, from their completion. Default: until somebody erases them.',
  }),
  'retention.applicant_images': optional(
    'SVC_RETENTION_APPLICANT_IMAGES',
    periods('applicant_images'),
    {
      help: 'How long the images of those are kept, from their completion; the rest stays. Default: as long as the verification.',
    },
  ),
  'retention.sandbox': optional('SVC_RETENTION_SANDBOX', periods('sandbox'), {
    help: 'How long sandbox verifications are kept, from their completion. Default: until somebody erases them.',
  }),
}
