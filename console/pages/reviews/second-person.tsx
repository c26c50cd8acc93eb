// Choice of the second reviewer. Naming one requires a second person whatever the policy says.

import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReviewCodesJson, UserNameJson } from '../../../server/reviews/review-json.ts'
import { useRead } from '../../api/use-api.ts'
import type { Choice } from './draft.ts'
import type { Editor } from './review-editor.tsx'

interface SecondPersonProps {
  readonly editor: Editor
  readonly choice: Extract<Choice, { readonly kind: 'decide' }>
  readonly codes: ReviewCodesJson
}

export function SecondPersonText({ editor, choice, codes }: SecondPersonProps) {
  const { t } = useTranslation('reviews')
  const others = useRead<{ readonly items: readonly UserNameJson[] }>('/reviews/reviewers').data
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
        editor.changeChoice({ ...choice, checkerId: value === '' ? undefined : value })
      }
    />
  )
}
