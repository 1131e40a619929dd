const TEMPLATE = [
  'title,description,url,category,tags,thumbnailUrl',
  'Tiny Piano,"Two octaves, under your thumbs.",https://piano.example.com/,Music & Audio,Free;New,',
  '',
].join('\r\n');

/** Hands the person a CSV file with the header and one row to copy. */
export function saveTemplate(): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([TEMPLATE], { type: 'text/csv;charset=utf-8' }));
  link.download = 'zapdeck-apps.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
