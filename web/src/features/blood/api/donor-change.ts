import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Donor, donorQuery } from "./donor";
import { donorRevealsQuery } from "./donor-reveals";
import { linkEnded } from "./with-link";

/** A call that answers with the donor as they are then: the page shows that at once. */
export function useDonorChange<Body>(
  token: string,
  call: (body: Body) => Promise<{ message: string; data: Donor }>,
) {
  const queries = useQueryClient();
  const { queryKey } = donorQuery(token);
  return useMutation({
    mutationFn: call,
    onSuccess: ({ data }) => {
      queries.setQueryData(queryKey, data);
      // A number that is no longer the donor's is no longer shown.
      queries.invalidateQueries({ queryKey: donorRevealsQuery(token).queryKey });
    },
    // The page then says that the link has ended.
    onError: (error) => (linkEnded(error) ? queries.resetQueries({ queryKey }) : undefined),
  });
}
