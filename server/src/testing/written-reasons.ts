const insertReason = `INSERT INTO canned_reasons (id, label, text) VALUES (:mark, :mark, 'T');`;

/** Writing routes of canned reasons. */
export const writtenReasons = {
  addCannedReason: {
    body: ({ mark }: { mark: string }) => ({ label: mark, text: 'T' }),
    stored: 'EXISTS (SELECT FROM canned_reasons WHERE label = :mark)',
  },
  editCannedReason: {
    before: insertReason,
    body: () => ({ text: 'Marked' }),
    stored: `EXISTS (SELECT FROM canned_reasons WHERE id = :mark AND text = 'Marked')`,
  },
  deleteCannedReason: {
    before: insertReason,
    stored: 'NOT EXISTS (SELECT FROM canned_reasons WHERE id = :mark AND retired_at IS NULL)',
  },
};
