-- The list of reports counts the undecided reports about each subject, of which most may be decided.
create index if not exists report_undecided_of_subject on report (subject_id) where state <> 'decided';
