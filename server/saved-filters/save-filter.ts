// Saves, changes and removes the filters of users. Owners change theirs; whoever tidies up may also remove shared
// filters of others. Each change is in the audit log.

import type { AuditAction, AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId, newId } from '../kernel/ids.ts'
import {
  type FilteredList,
  filterIdPrefix,
  filtersPerUserMax,
  type SavedFilter,
  sharedPerListMax,
} from './saved-filter.ts'
import {
  countFiltersOf,
  countShared,
  deleteSavedFilter,
  findSavedFilter,
  insertSavedFilter,
  isNameTaken,
  updateSavedFilter,
} from './saved-filter-store.ts'

interface FilterNeeds extends AuditNeeds {
  readonly db: Db
}

interface FilterActor {
  readonly userId: string
  /** May remove shared filters of others. */
  readonly mayTidy: boolean
  readonly by: AuditOrigin
}

type Content = Pick<SavedFilter, 'name' | 'parameters' | 'isShared'>

/** @throws AppError `conflict` for a name that the user has given already, or too many filters */
export function saveFilter(
  needs: FilterNeeds,
  actor: FilterActor,
  list: FilteredList,
  content: Content,
): Promise<SavedFilter> {
  return inTransaction(needs.db, async (trx) => {
    const createdAt = needs.clock.now()
    const id = newId(filterIdPrefix, createdAt)
    const filter = { id, ownerId: actor.userId, list, ...content, createdAt }
    if ((await countFiltersOf(trx, actor.userId)) >= filtersPerUserMax) {
      const message = `You have ${filtersPerUserMax} saved filters. Remove one first.`
      throw new AppError('conflict', message)
    }
    await assertFree(trx, filter, undefined)
    await insertSavedFilter(trx, filter)
    await audit(needs, trx, actor, filter, 'user.filter_saved')
    return filter
  })
}

/** What is absent stays. @throws AppError as `saveFilter`; `not_found` for a filter of somebody else */
export function changeFilter(
  needs: FilterNeeds,
  actor: FilterActor,
  asked: { readonly list: FilteredList; readonly id: string },
  change: { readonly [Field in keyof Content]?: Content[Field] | undefined },
): Promise<SavedFilter> {
  return inTransaction(needs.db, async (trx) => {
    const before = await requireVisible(trx, actor, asked)
    if (before.ownerId !== actor.userId) {
      throw new AppError('conflict', 'Only its owner can change this filter. Save your own copy.')
    }
    const filter = {
      ...before,
      name: change.name ?? before.name,
      parameters: change.parameters ?? before.parameters,
      isShared: change.isShared ?? before.isShared,
    }
    await assertFree(trx, filter, before)
    await updateSavedFilter(trx, filter)
    await audit(needs, trx, actor, filter, 'user.filter_changed')
    return filter
  })
}

/** @throws AppError `not_found`; `conflict` for a shared filter of somebody else */
export function removeFilter(
  needs: FilterNeeds,
  actor: FilterActor,
  asked: { readonly list: FilteredList; readonly id: string },
): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    const filter = await requireVisible(trx, actor, asked)
    if (filter.ownerId !== actor.userId && !actor.mayTidy) {
      throw new AppError('conflict', 'Only its owner or a lead can remove this filter.')
    }
    await deleteSavedFilter(trx, filter.id)
    await audit(needs, trx, actor, filter, 'user.filter_removed')
  })
}

/** @throws AppError `not_found`, also for what somebody else keeps for themselves */
async function requireVisible(
  trx: Trx,
  { userId }: FilterActor,
  { list, id }: { readonly list: FilteredList; readonly id: string },
): Promise<SavedFilter> {
  const filter = isId(filterIdPrefix, id) ? await findSavedFilter(trx, id) : undefined
  const isVisible = filter?.list === list && (filter.isShared || filter.ownerId === userId)
  if (filter && isVisible) return filter
  throw new AppError('not_found', 'No saved filter of this list has this id.')
}

/** @throws AppError `conflict` */
async function assertFree(
  trx: Trx,
  filter: SavedFilter,
  before: SavedFilter | undefined,
): Promise<void> {
  if (await isNameTaken(trx, filter)) {
    throw new AppError('conflict', 'Another filter of yours has this name. Choose another name.')
  }
  const isNewlyShared = filter.isShared && before?.isShared !== true
  if (isNewlyShared && (await countShared(trx, filter.list)) >= sharedPerListMax) {
    const message = `${sharedPerListMax} filters of this list are shared. Remove one of them first.`
    throw new AppError('conflict', message)
  }
}

/** The name, which is free text, stays out of the log. */
async function audit(
  needs: FilterNeeds,
  trx: Trx,
  { by }: FilterActor,
  { id, ownerId, list, parameters, isShared }: SavedFilter,
  action: Extract<AuditAction, `user.filter_${string}`>,
): Promise<void> {
  const subject = { kind: 'user', id: ownerId } as const
  const filters = [`list:${list}`, `shared:${isShared}`, ...Object.keys(parameters)]
  await recordAudit(needs, trx, { by, action, subject, details: { result_id: id, filters } })
}
