// Functions of the server that build a query and that no test calls on PostgreSQL, as `--postgres` and `--rest` find
// out. Take out of this list what a test calls there; a new query gets such a test, not a line here.

/** Files, and the functions of each. */
export const untriedQueries = {
  'server/api/rate-limits/rate-window-store.ts': ['deleteEndedWindows'],
  'server/backup/backup-lease-store.ts': ['forgetLease'],
  'server/backup/backup-run-store.ts': ['deleteOldRuns', 'hasBackupAt', 'noteTrial'],
  'server/backup/restored-copy-store.ts': ['askForPlace', 'forgetPlaceAsked', 'markRestored'],
  'server/console-api/search/search-view.ts': ['findAlert', 'findJob', 'findOwners'],
  'server/data-keys/purpose-key-store.ts': ['setEscrowConfirmed'],
  'server/egress/outgoing-pause-store.ts': ['deleteOutgoingPause'],
  'server/erasure/certificate-key-view.ts': ['(never loaded)'],
  'server/erasure/erasure-store.ts': ['findNewestErasure'],
  'server/erasure/export-list-view.ts': ['listExports'],
  'server/erasure/hold-list-view.ts': ['(never loaded)'],
  'server/erasure/retention-due-view.ts': ['countDue'],
  'server/erasure/subject-export-store.ts': ['findExport', 'setDeleted', 'setHandedOver'],
  'server/images/storage/image-store.ts': ['setFacts'],
  'server/jobs/job-store.ts': ['deleteFinishedJobs'],
  'server/keys/key-store.ts': ['setKeyUnrestricted'],
  'server/nodes/node-store.ts': ['holdBeats'],
  'server/nodes/scheduled-run-store.ts': ['deleteScheduledRuns'],
  'server/operations/encryption-keys/encrypted-images-view.ts': ['countImages'],
  'server/verifications/names/name-view.ts': ['isAnyUnnamed'],
}
