// The console routes for saved filters, the same for each list that has them.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { changeFilter, removeFilter, saveFilter } from '../../saved-filters/save-filter.ts'
import type { FilteredList, SavedFilter } from '../../saved-filters/saved-filter.ts'
import { parseFilterChange, parseNewFilter } from '../../saved-filters/saved-filter-input.ts'
import { savedFilterJson } from '../../saved-filters/saved-filter-json.ts'
import { listUsableFilters } from '../../saved-filters/saved-filter-view.ts'
import { roleMay } from '../../users/role.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'

type Needs = Pick<Appliance, 'db' | 'clock' | 'keyring'>

function handlersOf(list: FilteredList) {
  async function showAll({ db }: Needs, request: ConsoleRequest): Promise<Answer> {
    const actor = actorOf(request)
    const filters = await listUsableFilters(db.reader, { list, userId: actor.userId })
    const items = filters.map((filter) => savedFilterJson(filter, actor))
    return { status: 200, data: { items, next_cursor: null } }
  }

  async function create(needs: Needs, request: ConsoleRequest): Promise<Answer> {
    const {
      name,
      filter: parameters,
      shared: isShared,
    } = parseNewFilter(list, await request.json())
    const content = { name, parameters, isShared }
    return answerWith(request, await saveFilter(needs, actorOf(request), list, content), 201)
  }

  async function change(needs: Needs, request: ConsoleRequest): Promise<Answer> {
    const given = parseFilterChange(list, await request.json())
    const { name, filter: parameters, shared: isShared } = given
    const asked = { list, id: request.param('id') }
    const changed = { name, parameters, isShared }
    return answerWith(request, await changeFilter(needs, actorOf(request), asked, changed), 200)
  }

  async function remove(needs: Needs, request: ConsoleRequest): Promise<Answer> {
    await removeFilter(needs, actorOf(request), { list, id: request.param('id') })
    return { status: 200, data: { removed: true } }
  }

  return { showAll, create, change, remove }
}

export const savedFilterHandlers = {
  reviews: handlersOf('reviews'),
  verifications: handlersOf('verifications'),
}

function actorOf(request: ConsoleRequest) {
  const { id: userId, role } = request.signedIn.user
  return { userId, mayTidy: roleMay(role, 'reviews.lead'), by: originOfUser(request) }
}

function answerWith(request: ConsoleRequest, filter: SavedFilter, status: 200 | 201): Answer {
  const { user } = request.signedIn
  return { status, data: savedFilterJson({ ...filter, ownerName: user.name }, actorOf(request)) }
}
