import { isReadOf } from '@griot/contracts/query-key'
import {
  AssignReport,
  DecideReport,
  ListReports,
  type Report,
  type ReportDecision,
  type ReportReason,
  type ReportState,
  type ReportSubject,
} from '@griot/contracts/reports'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { readPages } from '@griot/shell-sdk/read'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '../../action.tsx'
import { readsOfModeration } from '../shows/api.ts'

interface ReportFilter {
  state: ReportState | undefined
  reason: ReportReason | undefined
  subject: ReportSubject | undefined
  subjectId: string
}

export const useReports = ({ subjectId, ...filter }: ReportFilter) => {
  const given = Object.entries({ ...filter, subjectId: subjectId || undefined }).filter(([, value]) => value)
  return useInfiniteQuery(readPages(ListReports, { query: Object.fromEntries(given) }))
}

/** Assigns a report to the admin. The list is read again afterwards, also after an error. */
export const useAssign = ({ id }: Report) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(AssignReport, { params: { id } }),
    onSettled: () => invalidate(client, [isReadOf(ListReports, {})]),
    onError: useFailureToast('The report could not be assigned.'),
  })
}

interface Decision {
  decision: ReportDecision
  text: string
  allOfSubject: boolean
}

/** Decides a report. The lists are read again afterwards, also if another admin was faster. */
export const useDecide = ({ id, podcastId }: Report) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Decision) => call(DecideReport, { params: { id }, body }),
    onSettled: () => invalidate(client, readsOfModeration(podcastId)),
  })
}
