export type RegistrationTables = {
  registrations: { user_id: string; is_completed: boolean; stage: number };
};
