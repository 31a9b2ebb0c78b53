import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshAdminLists } from "./admin-lists";
import { refusal } from "./problem";

interface Answered<Data> {
  data?: Data;
  error?: unknown;
}

/** A call by which the administrator decides something. However it ends, the lists are asked for anew. */
export function useAdminChange<Input, Data>(call: (input: Input) => Promise<Answered<Data>>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const { data, error } = await call(input);
      if (!data) throw refusal(error);
      return data;
    },
    // Not waited for: what the server said is told at once.
    onSettled: () => {
      void refreshAdminLists(client);
    },
  });
}
