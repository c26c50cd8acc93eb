// Who is to answer a proposal. Naming somebody asks for a second person whatever the policy says.

import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MemberNameJson, ReviewCodesJson } from '../../../server/reviews/review-json.ts'
import { useRead } from '../../api/use-api.ts'
import type { Choice } from './draft.ts'
import type { Desk } from './review-desk.tsx'

export interface SecondPersonProps {
  readonly desk: Desk
  readonly choice: Extract<Choice, { readonly kind: 'decide' }>
  readonly codes: ReviewCodesJson
}

export function SecondPerson({ desk, choice, codes }: SecondPersonProps) {
  const { t } = useTranslation('reviews')
  const others = useRead<{ readonly items: readonly MemberNameJson[] }>('/reviews/reviewers').data
  const isNeeded = codes.second_person[choice.outcome]
  return (
    <NativeSelect
      label={t('panel.checker')}
      description={t('panel.checkerHint')}
      value={choice.checkerId ?? ''}
      data={[
        { value: '', label: t(isNeeded ? 'panel.checkerNeeded' : 'panel.checkerFree') },
        ...(others?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        desk.changeChoice({ ...choice, checkerId: value === '' ? undefined : value })
      }
    />
  )
}
