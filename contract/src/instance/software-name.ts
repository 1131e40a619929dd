export const SOFTWARE_NAME = 'Zapdeck';
